{{/* Checks of combinations of values, which the schema cannot express. Reports all problems in one message. */}}
{{- define "cpi.checks" -}}
{{- $config := include "cpi.config" . | fromYaml -}}
{{- $problems := list -}}
{{- range $key := list "thumbprint" "caFile" -}}
{{- if and $config.vcenters (get $config $key) -}}
{{- $problems = append $problems (printf "config.%s has no effect together with config.vcenters: set config.vcenters.<name>.%s instead" $key $key) -}}
{{- end -}}
{{- end -}}
{{- range $name, $vcenter := $config.vcenters -}}
{{- if and $config.enabled $config.secret.create (not $vcenter.secretName) (not (and $vcenter.username $vcenter.password)) -}}
{{- $problems = append $problems (printf "config.vcenters.%s has neither username and password nor secretName: set username and password, or secretName, or set config.secret.create to false and create Secret %s yourself" $name $config.secret.name) -}}
{{- end -}}
{{- end -}}
{{- if and $config.enabled $config.vcenters -}}
{{- $conf := include "cpi.conf" . | fromYaml -}}
{{- $global := $conf.global -}}
{{- range $name, $vcenter := $conf.vcenter -}}
{{- $said := or $vcenter.thumbprint $vcenter.caFile $global.thumbprint $global.caFile (hasKey $vcenter "insecureFlag") (hasKey $global "insecureFlag") -}}
{{- if not $said -}}
{{- $problems = append $problems (printf "config.vcenters.%s does not state how to verify vCenter's certificate: set config.caBundle, or caFile or thumbprint of this vCenter, or insecureFlag: false for a certificate of a public CA, or insecureFlag: true to accept any certificate" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and $config.enabled $config.secret.create (not $config.vcenters) -}}
{{- if or (eq $config.username "user") (eq $config.password "pass") -}}
{{- $problems = append $problems (printf "config.username or config.password is still the placeholder of this chart: set both to the values of a vCenter account, or set config.secret.create to false and create Secret %s yourself" $config.secret.name) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.securityContext.enabled (eq (int .Values.securityContext.runAsUser) 0) (get (.Values.daemonset.containerSecurityContext | default dict) "runAsNonRoot") -}}
{{- $problems = append $problems "securityContext.runAsUser is 0 (root), and daemonset.containerSecurityContext.runAsNonRoot forbids root: set runAsUser to another number, because the provider does not need root" -}}
{{- end -}}
{{- $strategy := get (.Values.daemonset.updateStrategy | default dict) "type" -}}
{{- $strategies := list "RollingUpdate" (ternary "OnDelete" "Recreate" (eq .Values.kind "DaemonSet")) -}}
{{- if and $strategy (not (has $strategy $strategies)) -}}
{{- $problems = append $problems (printf "daemonset.updateStrategy.type is %s, but a %s has only %s: set one of these" $strategy .Values.kind (join " and " $strategies)) -}}
{{- end -}}
{{- if and (eq (include "cpi.port" .) "0") (or .Values.metrics.podMonitor.enabled .Values.metrics.serviceMonitor.enabled) -}}
{{- $problems = append $problems "daemonset.cmdline.additionalParams.secure-port is 0, so the provider serves no metrics: set metrics.podMonitor.enabled and metrics.serviceMonitor.enabled to false, or remove secure-port" -}}
{{- end -}}
{{- with .Values.metrics.podMonitor.tokenSecret -}}
{{- if not (and .name .key) -}}
{{- $problems = append $problems "metrics.podMonitor.tokenSecret needs both name and key: set the one that is missing, or remove tokenSecret" -}}
{{- end -}}
{{- end -}}
{{- with .Values.metrics.reader -}}
{{- if not (and .name .namespace) -}}
{{- $problems = append $problems "metrics.reader needs both namespace and name: set the one that is missing, or remove reader" -}}
{{- end -}}
{{- end -}}
{{- if $problems -}}
{{- fail (printf "these values contradict each other or are incomplete:\n- %s" (join "\n- " $problems)) -}}
{{- end -}}
{{- end -}}
