{{/* Why each of these, and what is lost without it: docs/reference/privileges.md. */}}
{{- define "cpi.clusterRules" -}}
- apiGroups: [""]
  resources: [nodes]
  verbs: [get, list, watch, patch, delete]
- apiGroups: [""]
  resources: [nodes/status]
  verbs: [patch]
- apiGroups: [""]
  resources: [services]
  verbs: [list, watch]
{{- if .Values.rbac.delegatedAuthentication }}
- apiGroups: [authentication.k8s.io]
  resources: [tokenreviews]
  verbs: [create]
- apiGroups: [authorization.k8s.io]
  resources: [subjectaccessreviews]
  verbs: [create]
{{- end }}
{{- end -}}

{{- define "cpi.subjects" -}}
- kind: ServiceAccount
  name: {{ .Values.serviceAccount.name }}
  namespace: {{ .Release.Namespace }}
{{- end -}}

{{/* A list of name, namespace and rules. */}}
{{- define "cpi.roles" -}}
- name: events
  namespace: default
  rules:
    - apiGroups: [""]
      resources: [events]
      verbs: [create, patch]
- name: leader-election
  namespace: {{ include "cpi.leaseNamespace" . }}
  rules:
    # The name of what is created can't be told beforehand.
    - apiGroups: [coordination.k8s.io]
      resources: [leases]
      verbs: [create]
    - apiGroups: [coordination.k8s.io]
      resources: [leases]
      resourceNames: {{ append (include "cpi.leases" . | fromJsonArray) "vsphere-cloud-controller-manager-logins" | toJson }}
      verbs: [get, update]
    - apiGroups: [coordination.k8s.io]
      resources: [leases]
      resourceNames: {{ include "cpi.leases" . }}
      verbs: [watch]
{{- if ne (include "cpi.leaseNamespace" .) "default" }}
    - apiGroups: [""]
      resources: [events]
      verbs: [create, patch]
{{- end }}
- name: node-leases
  namespace: kube-node-lease
  rules:
    - apiGroups: [coordination.k8s.io]
      resources: [leases]
      verbs: [get]
{{- range $namespace, $names := include "cpi.secrets" . | fromYaml }}
- name: credentials
  namespace: {{ $namespace }}
  rules:
    - apiGroups: [""]
      resources: [secrets]
      resourceNames: {{ toJson $names }}
      verbs: [get, watch]
{{- end }}
{{- end -}}

{{/* The Leases by which leaders are elected. */}}
{{- define "cpi.leases" -}}
{{- $names := list (include "cpi.leaseName" .) -}}
{{- $flags := include "cpi.flags" . | fromYaml -}}
{{- if and (hasKey $flags "enable-leader-migration") (ne (get $flags "enable-leader-migration" | toString) "false") -}}
{{- $names = append $names "cloud-provider-extraction-migration" -}}
{{- end -}}
{{- toJson (concat $names (.Values.rbac.leases | default list) | uniq) -}}
{{- end -}}
