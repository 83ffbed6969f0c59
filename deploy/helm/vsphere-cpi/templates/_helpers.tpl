{{- define "cpi.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* Renders the Pod selector. The default is that of the official chart: with another one, an upgrade from there fails. */}}
{{- define "cpi.selector" -}}
{{- toYaml (.Values.daemonset.selectorLabels | default (dict "app" (include "cpi.name" .))) -}}
{{- end -}}

{{- define "cpi.labels" -}}
{{ include "cpi.selector" . }}
component: cloud-controller-manager
app.kubernetes.io/name: {{ include "cpi.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* Renders config, with the keys of global.config merged into it. */}}
{{- define "cpi.config" -}}
{{- $over := ((.Values.global | default dict).config) | default dict -}}
{{- toYaml (mergeOverwrite (deepCopy .Values.config) (deepCopy $over)) -}}
{{- end -}}

{{- define "cpi.configMap" -}}
{{- $config := include "cpi.config" . | fromYaml -}}
{{- if $config.enabled }}{{ $config.name }}{{ else }}cloud-config{{ end -}}
{{- end -}}

{{- define "cpi.role" -}}
{{- .Values.rbac.name | default .Values.serviceAccount.name -}}
{{- end -}}

{{/* Renders the value of a flag. Helm reads numbers as floats: whole numbers are written without an exponent. */}}
{{- define "cpi.value" -}}
{{- if and (kindIs "float64" .) (eq (float64 (int64 .)) .) }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- end -}}

{{/* Renders the flags in additionalParams, with "_" in their names replaced by "-", as pflag does. */}}
{{- define "cpi.flags" -}}
{{- $flags := dict -}}
{{- range $flag, $value := .Values.daemonset.cmdline.additionalParams -}}
{{- $_ := set $flags ($flag | replace "_" "-") $value -}}
{{- end -}}
{{- toYaml $flags -}}
{{- end -}}

{{- define "cpi.port" -}}
{{- $flags := include "cpi.flags" . | fromYaml -}}
{{- if hasKey $flags "secure-port" }}{{ get $flags "secure-port" | int }}{{ else }}10258{{ end -}}
{{- end -}}

{{- define "cpi.leaseName" -}}
{{- get (include "cpi.flags" . | fromYaml) "leader-elect-resource-name" | default "cloud-controller-manager" -}}
{{- end -}}

{{- define "cpi.leaseNamespace" -}}
{{- get (include "cpi.flags" . | fromYaml) "leader-elect-resource-namespace" | default "kube-system" -}}
{{- end -}}

{{- define "cpi.image" -}}
{{- with .Values.daemonset -}}
{{- $image := include "cpi.imageName" $ -}}
{{- if .digest }}{{ $image }}@{{ .digest }}{{ else }}{{ $image }}:{{ .tag | default $.Chart.AppVersion }}{{ end -}}
{{- end -}}
{{- end -}}

{{/* Renders the name of the image, with global.imageRegistry instead of its own registry. */}}
{{- define "cpi.imageName" -}}
{{- $parts := splitList "/" .Values.daemonset.image -}}
{{- $registry := (.Values.global | default dict).imageRegistry -}}
{{- $hasRegistry := and (gt (len $parts) 1) (or (contains "." (first $parts)) (contains ":" (first $parts)) (eq (first $parts) "localhost")) -}}
{{- if $registry }}{{ $registry }}/{{ join "/" (ternary (rest $parts) $parts $hasRegistry) }}{{ else }}{{ .Values.daemonset.image }}{{ end -}}
{{- end -}}

{{/* Renders "true" if no value states how to verify vCenter's certificate; it is then not verified. */}}
{{- define "cpi.insecureByDefault" -}}
{{- $config := include "cpi.config" . | fromYaml -}}
{{- $said := or $config.thumbprint $config.caFile $config.caBundle $config.vcenters (not (kindIs "invalid" $config.insecureFlag)) -}}
{{- if and $config.enabled (not $said) }}true{{ end -}}
{{- end -}}
