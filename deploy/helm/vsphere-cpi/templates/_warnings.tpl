{{/* Renders one paragraph for each value that is dangerous or has no effect. */}}
{{- define "cpi.warnings" -}}
{{- $config := include "cpi.config" . | fromYaml -}}
{{- $flags := include "cpi.flags" . | fromYaml -}}
{{- if include "cpi.insecureByDefault" . }}

WARNING: vCenter's certificate is not verified, so an attacker between the provider and vCenter can read the password.
This is the default of this chart. Set config.thumbprint, config.caFile or config.caBundle, or set config.insecureFlag
to false.
{{- else if and $config.enabled $config.insecureFlag }}

WARNING: vCenter's certificate is not verified (config.insecureFlag), so an attacker between the provider and vCenter
can read the password. Remove insecureFlag, and set config.thumbprint, config.caFile or config.caBundle.
{{- end }}
{{- if and $config.enabled $config.region $config.zone }}

WARNING: zones are enabled, which is the default of this chart. A new Node waits until its VM, or an object above the
VM, has a tag of each of the categories {{ $config.region }} and {{ $config.zone }}. If you do not use such tags, set
config.region and config.zone to "".
{{- else if and $config.enabled (or $config.region $config.zone) }}

WARNING: only one of config.region and config.zone is set, so both are ignored. Set both, or set both to "".
{{- end }}
{{- if not $config.enabled }}

Create ConfigMap cloud-config in namespace {{ .Release.Namespace }}, with the key {{ .Values.daemonset.cmdline.cloudConfig.file }}.
The provider may read these Secrets. If the configuration refers to others, add them to rbac.secrets:
{{- range $namespace, $names := include "cpi.secrets" . | fromYaml }}
  {{ $namespace }}/{{ join (printf ", %s/" $namespace) $names }}
{{- end }}
{{- end }}
{{- if eq (get $flags "leader-elect" | toString) "false" }}

WARNING: with leader-elect=false, all replicas work at the same time. Run only one replica.
{{- end }}
{{- if and .Values.metrics.podMonitor.enabled (not .Values.metrics.podMonitor.tokenSecret) }}

WARNING: the Pods serve metrics only to authenticated clients, and metrics.podMonitor.tokenSecret names no token, so
Prometheus gets 401. Set metrics.podMonitor.tokenSecret.
{{- end }}
{{- if .Values.podSecurityPolicy.enabled }}

WARNING: podSecurityPolicy.enabled has no effect: Kubernetes 1.25 and later have no PodSecurityPolicy.
{{- end }}
{{- if or .Values.fullnameOverride .Values.daemonset.fullnameOverride }}

WARNING: fullnameOverride has no effect, as in the official chart. Set nameOverride instead.
{{- end }}
{{- if ne (int .Values.daemonset.replicaCount) 1 }}

WARNING: daemonset.replicaCount has no effect, as in the official chart. Set kind and replicas instead.
{{- end }}
{{- end -}}
