{{/* What the schema can't say, all of it at once. */}}
{{- define "cpi.checks" -}}
{{- $config := include "cpi.config" . | fromYaml -}}
{{- $problems := list -}}
{{- range $key := list "thumbprint" "caFile" -}}
{{- if and $config.vcenters (get $config $key) -}}
{{- $problems = append $problems (printf "config.%s counts for config.vcenter only: with config.vcenters set config.vcenters.<name>.%s" $key $key) -}}
{{- end -}}
{{- end -}}
{{- range $name, $vcenter := $config.vcenters -}}
{{- if and $config.enabled $config.secret.create (not $vcenter.secretName) (not (and $vcenter.username $vcenter.password)) -}}
{{- $problems = append $problems (printf "config.vcenters.%s has neither username and password nor secretName: give one of them, or set config.secret.create to false and make Secret %s yourself" $name $config.secret.name) -}}
{{- end -}}
{{- end -}}
{{- if and $config.enabled $config.vcenters -}}
{{- $conf := include "cpi.conf" . | fromYaml -}}
{{- $global := $conf.global -}}
{{- range $name, $vcenter := $conf.vcenter -}}
{{- $said := or $vcenter.thumbprint $vcenter.caFile $global.thumbprint $global.caFile (hasKey $vcenter "insecureFlag") (hasKey $global "insecureFlag") -}}
{{- if not $said -}}
{{- $problems = append $problems (printf "config.vcenters.%s says nothing to verify vCenter's certificate by: set config.caBundle, or its thumbprint or caFile; insecureFlag: true takes any certificate, insecureFlag: false wants one of a public authority" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and $config.enabled $config.secret.create (not $config.vcenters) -}}
{{- if or (eq $config.username "user") (eq $config.password "pass") -}}
{{- $problems = append $problems (printf "config.username or config.password is the placeholder of this chart: set both to those of an account, or set config.secret.create to false and make Secret %s yourself" $config.secret.name) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.securityContext.enabled (eq (int .Values.securityContext.runAsUser) 0) (get (.Values.daemonset.containerSecurityContext | default dict) "runAsNonRoot") -}}
{{- $problems = append $problems "securityContext.runAsUser is 0, which daemonset.containerSecurityContext.runAsNonRoot forbids: the program needs no root, any other number will do" -}}
{{- end -}}
{{- if and (eq (include "cpi.port" .) "0") (or .Values.metrics.podMonitor.enabled .Values.metrics.serviceMonitor.enabled) -}}
{{- $problems = append $problems "daemonset.cmdline.additionalParams.secure-port is 0, so there are no metrics: set metrics.podMonitor.enabled and metrics.serviceMonitor.enabled to false" -}}
{{- end -}}
{{- with .Values.metrics.podMonitor.tokenSecret -}}
{{- if not (and .name .key) -}}
{{- $problems = append $problems "metrics.podMonitor.tokenSecret needs both name and key" -}}
{{- end -}}
{{- end -}}
{{- with .Values.metrics.reader -}}
{{- if not (and .name .namespace) -}}
{{- $problems = append $problems "metrics.reader needs both namespace and name" -}}
{{- end -}}
{{- end -}}
{{- if $problems -}}
{{- fail (printf "these values do not go together:\n- %s" (join "\n- " $problems)) -}}
{{- end -}}
{{- end -}}
