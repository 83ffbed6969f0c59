{{/* Renders the rules of the ClusterRole. docs/reference/privileges.md says what each rule is for. */}}
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

{{/* Renders the rules for doctor, in addition to those of the provider. */}}
{{- define "cpi.doctorClusterRules" -}}
- apiGroups: [apps]
  resources: [daemonsets, deployments]
  verbs: [list]
{{- end -}}

{{/* Renders the rules for namespace kube-system, where the static Pods of the control plane are. */}}
{{- define "cpi.doctorRules" -}}
- apiGroups: [""]
  resources: [pods]
  verbs: [list]
{{- end -}}

{{- define "cpi.subjects" -}}
- kind: ServiceAccount
  name: {{ .Values.serviceAccount.name }}
  namespace: {{ .Release.Namespace }}
{{- end -}}

{{/* Renders the Roles, as a list of name, namespace and rules. */}}
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
    # RBAC cannot restrict "create" to names of resources.
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

{{/* Renders the names of the Leases for leader election. */}}
{{- define "cpi.leases" -}}
{{- $names := list (include "cpi.leaseName" .) -}}
{{- $flags := include "cpi.flags" . | fromYaml -}}
{{- if and (hasKey $flags "enable-leader-migration") (ne (get $flags "enable-leader-migration" | toString) "false") -}}
{{- $names = append $names "cloud-provider-extraction-migration" -}}
{{- end -}}
{{- toJson (concat $names (.Values.rbac.leases | default list) | uniq) -}}
{{- end -}}
