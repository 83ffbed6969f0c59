{{/* Renders the labels of the Pods. The selector overrides daemonset.podLabels, so that it always matches the Pods. */}}
{{- define "cpi.podLabels" -}}
{{- $own := dict "tier" "control-plane" "release" .Release.Name "vsphere-cpi-infra" (lower .Values.kind) -}}
{{- $given := deepCopy (.Values.daemonset.podLabels | default dict) -}}
{{- toYaml (mergeOverwrite (include "cpi.labels" . | fromYaml) $own $given (include "cpi.selector" . | fromYaml)) -}}
{{- end -}}

{{/* Renders the Pod template, for a DaemonSet and for a Deployment. */}}
{{- define "cpi.pod" -}}
{{- $port := include "cpi.port" . | int -}}
metadata:
  {{- with .Values.daemonset.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  labels:
    {{- include "cpi.podLabels" . | nindent 4 }}
spec:
  {{- include "cpi.podSettings" . | nindent 2 }}
  {{- if eq .Values.kind "Deployment" }}
  {{- with .Values.daemonset.topologySpreadConstraints }}
  {{- $selector := dict "labelSelector" (dict "matchLabels" (include "cpi.selector" $ | fromYaml)) }}
  {{- $constraints := list }}
  {{- range . }}
  {{- $constraints = append $constraints (mergeOverwrite (deepCopy $selector) .) }}
  {{- end }}
  topologySpreadConstraints:
    {{- toYaml $constraints | nindent 4 }}
  {{- end }}
  {{- end }}
  containers:
    - name: {{ include "cpi.name" . }}
      image: {{ include "cpi.image" . | quote }}
      imagePullPolicy: {{ .Values.daemonset.pullPolicy }}
      args:
        {{- include "cpi.args" . | nindent 8 }}
      {{- with include "cpi.environment" . | trim }}
      {{- . | nindent 6 }}
      {{- end }}
      {{- if $port }}
      ports:
        - name: https
          containerPort: {{ $port }}
          {{- if .Values.daemonset.hostNetwork }}
          hostPort: {{ $port }}
          {{- end }}
          protocol: TCP
      {{- if .Values.daemonset.probes.enabled }}
      startupProbe:
        {{- include "cpi.probe" (list . "/livez" .Values.daemonset.probes.startup) | nindent 8 }}
      livenessProbe:
        {{- include "cpi.probe" (list . "/livez" .Values.daemonset.probes.liveness) | nindent 8 }}
      readinessProbe:
        {{- include "cpi.probe" (list . "/readyz" .Values.daemonset.probes.readiness) | nindent 8 }}
      {{- end }}
      {{- end }}
      {{- include "cpi.containerSettings" . | trim | nindent 6 }}
  {{- include "cpi.volumes" . | nindent 2 }}
{{- end -}}

{{/* Renders the fields of the Pod before its containers. The Pod of doctor has the same. */}}
{{- define "cpi.podSettings" -}}
serviceAccountName: {{ .Values.serviceAccount.name }}
automountServiceAccountToken: true
{{- with .Values.daemonset.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
hostNetwork: {{ .Values.daemonset.hostNetwork }}
dnsPolicy: {{ .Values.daemonset.dnsPolicy }}
{{- with .Values.daemonset.hostAliases }}
hostAliases:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.daemonset.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
terminationGracePeriodSeconds: {{ .Values.daemonset.terminationGracePeriodSeconds }}
{{- if .Values.securityContext.enabled }}
securityContext:
  runAsUser: {{ .Values.securityContext.runAsUser }}
  fsGroup: {{ .Values.securityContext.fsGroup }}
{{- end }}
{{- with .Values.daemonset.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.daemonset.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.daemonset.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "cpi.args" -}}
- --cloud-provider=vsphere
- --v={{ .Values.daemonset.cmdline.logging }}
- --cloud-config={{ include "cpi.cloudConfig" . }}
{{- range $flag, $value := .Values.daemonset.cmdline.additionalParams }}
- {{ printf "--%s%s" $flag (ternary "" (printf "=%s" (include "cpi.value" $value)) (or (kindIs "invalid" $value) (eq (toString $value) ""))) | quote }}
{{- end }}
{{- end -}}

{{- define "cpi.cloudConfig" -}}
{{ .Values.daemonset.cmdline.cloudConfig.dir }}/{{ .Values.daemonset.cmdline.cloudConfig.file }}
{{- end -}}

{{- define "cpi.environment" -}}
{{- with .Values.daemonset.extraEnv }}
env:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.daemonset.extraEnvFrom }}
envFrom:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "cpi.containerSettings" -}}
{{- with .Values.daemonset.resources }}
resources:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.daemonset.containerSecurityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumeMounts:
  - name: vsphere-config-volume
    mountPath: {{ .Values.daemonset.cmdline.cloudConfig.dir }}
    readOnly: true
  {{- with concat (.Values.daemonset.extraVolumesMounts | default list) (.Values.daemonset.extraVolumeMounts | default list) }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- define "cpi.volumes" -}}
volumes:
  - name: vsphere-config-volume
    configMap:
      name: {{ include "cpi.configMap" . }}
  {{- with .Values.daemonset.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* Renders a probe from a list of the root, the path and the settings. Sets "host" if bind-address is one address. */}}
{{- define "cpi.probe" -}}
{{- $root := index . 0 -}}
{{- $address := get (include "cpi.flags" $root | fromYaml) "bind-address" | default "" | toString -}}
httpGet:
  path: {{ index . 1 }}
  port: https
  scheme: HTTPS
  {{- if not (has $address (list "" "0.0.0.0" "::")) }}
  host: {{ $address | quote }}
  {{- end }}
{{- with index . 2 }}
{{ toYaml . }}
{{- end }}
{{- end -}}
