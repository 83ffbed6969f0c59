{{/* Renders vsphere.conf. Builds a dictionary first: config.extra is merged into it, and toYaml quotes all values. */}}
{{- define "cpi.conf" -}}
{{- $config := include "cpi.config" . | fromYaml -}}
{{- $global := dict "port" (int $config.port) "secretName" $config.secret.name "secretNamespace" .Release.Namespace -}}
{{- if $config.caBundle -}}
{{- $_ := set $global "caFile" (printf "%s/ca.crt" .Values.daemonset.cmdline.cloudConfig.dir) -}}
{{- end -}}
{{- if not $config.vcenters -}}
{{- if $config.thumbprint -}}
{{- $_ := set $global "thumbprint" $config.thumbprint -}}
{{- else if $config.caFile -}}
{{- $_ := set $global "caFile" $config.caFile -}}
{{- end -}}
{{- end -}}
{{- if include "cpi.insecureByDefault" . -}}
{{- $_ := set $global "insecureFlag" true -}}
{{- else if not (kindIs "invalid" $config.insecureFlag) -}}
{{- $_ := set $global "insecureFlag" $config.insecureFlag -}}
{{- end -}}
{{- $conf := dict "global" $global "vcenter" (include "cpi.conf.vcenters" . | fromYaml) -}}
{{- $labels := dict -}}
{{- range $key := list "region" "zone" -}}
{{- with get $config $key }}{{- $_ := set $labels $key . -}}{{- end -}}
{{- end -}}
{{- if $labels }}{{- $_ := set $conf "labels" $labels -}}{{- end -}}
{{- $nodes := dict -}}
{{- range $key, $value := $config.nodes -}}
{{- if $value }}{{- $_ := set $nodes $key $value -}}{{- end -}}
{{- end -}}
{{- if $nodes }}{{- $_ := set $conf "nodes" $nodes -}}{{- end -}}
{{- toYaml (mergeOverwrite $conf (deepCopy ($config.extra | default dict))) -}}
{{- end -}}

{{- define "cpi.conf.vcenters" -}}
{{- $config := include "cpi.config" . | fromYaml -}}
{{- $vcenters := dict -}}
{{- range $name, $vcenter := $config.vcenters -}}
{{- $entry := omit $vcenter "username" "password" -}}
{{- if not $entry.server }}{{- $_ := set $entry "server" $name -}}{{- end -}}
{{- if and $entry.secretName (not $entry.secretNamespace) }}{{- $_ := set $entry "secretNamespace" $.Release.Namespace -}}{{- end -}}
{{- $_ := set $vcenters $name $entry -}}
{{- else -}}
{{- $entry := dict "server" $config.vcenter -}}
{{- with $config.datacenter -}}
{{- $names := list -}}
{{- range splitList "," . }}{{- $names = append $names (trim .) -}}{{- end -}}
{{- $_ := set $entry "datacenters" (compact $names) -}}
{{- end -}}
{{- $_ := set $vcenters $config.vcenter $entry -}}
{{- end -}}
{{- toYaml $vcenters -}}
{{- end -}}

{{/* Renders the data of the Secret. A host with colons cannot be part of a key, so it becomes a value of a key server_N. */}}
{{- define "cpi.credentials" -}}
{{- $config := include "cpi.config" . | fromYaml -}}
{{- $data := dict -}}
{{- $accounts := list -}}
{{- range $name, $vcenter := $config.vcenters -}}
{{- if not $vcenter.secretName -}}
{{- $accounts = append $accounts (dict "server" ($vcenter.server | default $name) "username" $vcenter.username "password" $vcenter.password) -}}
{{- end -}}
{{- else -}}
{{- $accounts = append $accounts (dict "server" $config.vcenter "username" $config.username "password" $config.password) -}}
{{- end -}}
{{- range $index, $account := $accounts -}}
{{- if contains ":" $account.server -}}
{{- $_ := set $data (printf "server_%d" $index) ($account.server | b64enc) -}}
{{- $_ := set $data (printf "username_%d" $index) ($account.username | b64enc) -}}
{{- $_ := set $data (printf "password_%d" $index) ($account.password | b64enc) -}}
{{- else -}}
{{- $_ := set $data (printf "%s.username" $account.server) ($account.username | b64enc) -}}
{{- $_ := set $data (printf "%s.password" $account.server) ($account.password | b64enc) -}}
{{- end -}}
{{- end -}}
{{- toYaml $data -}}
{{- end -}}

{{/* Renders a map from namespace to the names of the Secrets that the provider may read there. */}}
{{- define "cpi.secrets" -}}
{{- $config := include "cpi.config" . | fromYaml -}}
{{- $all := list (dict "namespace" .Release.Namespace "name" $config.secret.name) -}}
{{- if $config.enabled -}}
{{- range $vcenter := $config.vcenters -}}
{{- if $vcenter.secretName -}}
{{- $all = append $all (dict "namespace" ($vcenter.secretNamespace | default $.Release.Namespace) "name" $vcenter.secretName) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $byNamespace := dict -}}
{{- range $secret := concat $all (.Values.rbac.secrets | default list) -}}
{{- $names := get $byNamespace $secret.namespace | default list -}}
{{- $_ := set $byNamespace $secret.namespace (append $names $secret.name | uniq | sortAlpha) -}}
{{- end -}}
{{- toYaml $byNamespace -}}
{{- end -}}
