{{/* What is dangerous, or does nothing, one paragraph each. */}}
{{- define "cpi.warnings" -}}
{{- $config := include "cpi.config" . | fromYaml -}}
{{- $flags := include "cpi.flags" . | fromYaml -}}
{{- if include "cpi.insecureByDefault" . }}

WARNING: vCenter's certificate is not verified, so whoever stands between can read its password: that is the default of
this chart. Set config.thumbprint, config.caFile or config.caBundle, or config.insecureFlag to false.
{{- else if and $config.enabled $config.insecureFlag }}

WARNING: vCenter's certificate is not verified (config.insecureFlag): whoever stands between can read its password.
{{- end }}
{{- if and $config.enabled $config.region $config.zone }}

WARNING: zones are on, which is the default of this chart: a new Node waits until its VM, or something above it, has a
tag of each of the categories {{ $config.region }} and {{ $config.zone }}. Without such tags set config.region and
config.zone to "".
{{- else if and $config.enabled (or $config.region $config.zone) }}

WARNING: of config.region and config.zone only one is set: both are off then.
{{- end }}
{{- if not $config.enabled }}

ConfigMap cloud-config is expected in namespace {{ .Release.Namespace }}, with the key {{ .Values.daemonset.cmdline.cloudConfig.file }}. Of the Secrets it refers to,
these may be read; name others in rbac.secrets:
{{- range $namespace, $names := include "cpi.secrets" . | fromYaml }}
  {{ $namespace }}/{{ join (printf ", %s/" $namespace) $names }}
{{- end }}
{{- end }}
{{- if eq (get $flags "leader-elect" | toString) "false" }}

WARNING: with leader-elect=false every replica works at the same time. Run one only.
{{- end }}
{{- if and .Values.metrics.podMonitor.enabled (not .Values.metrics.podMonitor.tokenSecret) }}

WARNING: the Pods ask who reads their metrics, and metrics.podMonitor.tokenSecret names no token: Prometheus gets 401.
{{- end }}
{{- if .Values.podSecurityPolicy.enabled }}

WARNING: podSecurityPolicy.enabled does nothing: Kubernetes 1.25 and later have no such kind.
{{- end }}
{{- if or .Values.fullnameOverride .Values.daemonset.fullnameOverride }}

WARNING: fullnameOverride does nothing, as in the official chart. Names follow nameOverride.
{{- end }}
{{- if ne (int .Values.daemonset.replicaCount) 1 }}

WARNING: daemonset.replicaCount does nothing, as in the official chart. See kind and replicas.
{{- end }}
{{- end -}}
