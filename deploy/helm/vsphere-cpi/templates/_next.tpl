{{/* Renders the next commands, which depend on the values. */}}
{{- define "cpi.next" -}}
{{- $workload := printf "%s/%s" (lower .Values.kind) (include "cpi.name" .) -}}
{{- $namespace := .Release.Namespace -}}
{{- $selector := list -}}
{{- range $key, $value := include "cpi.selector" . | fromYaml -}}
{{- $selector = append $selector (printf "%s=%s" $key $value) -}}
{{- end -}}
{{- $config := include "cpi.config" . | fromYaml -}}
Next:
{{ if not $config.enabled }}
Until ConfigMap {{ include "cpi.configMap" . }} exists, the Pods do not start. Check that it exists:
  kubectl -n {{ $namespace }} get configmap {{ include "cpi.configMap" . }}
{{ end }}
{{- if eq (get (.Values.daemonset.updateStrategy | default dict) "type") "OnDelete" }}
With updateStrategy OnDelete, each old Pod runs until you delete it. Show the Pods and their images:
  kubectl -n {{ $namespace }} get pods -l {{ join "," $selector }} -o wide
{{- else }}
Wait until the Pods are ready:
  kubectl -n {{ $namespace }} rollout status {{ $workload }}
{{- end }}

Check configuration, vCenters, rights and Nodes:
{{- if .Values.doctor.enabled }}
  helm test {{ .Release.Name }} --namespace {{ $namespace }} --logs
{{- else }}
  kubectl -n {{ $namespace }} exec {{ $workload }} -- /bin/vsphere-cloud-controller-manager doctor --cloud-config={{ include "cpi.cloudConfig" . }}
{{- end }}

Each Node with a VM gets a provider ID and loses the taint node.cloudprovider.kubernetes.io/uninitialized:
  kubectl get nodes -o custom-columns=NAME:.metadata.name,PROVIDER-ID:.spec.providerID,TAINTS:.spec.taints[*].key

If a Node does not become ready, its Events say why:
  kubectl describe node NAME
{{- end -}}
