{{/* Name of everything that the release makes, with the component behind it. */}}
{{- define "wardtrack.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* Labels by which pods are found. Takes the root and the component. */}}
{{- define "wardtrack.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "wardtrack.labels" -}}
{{ include "wardtrack.selector" . }}
app.kubernetes.io/version: {{ .root.Values.images.version | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* Takes the root and `image`, service or gateway. */}}
{{- define "wardtrack.image" -}}
image: {{ printf "%swardtrack-%s:%s" .root.Values.images.registry .image (.root.Values.images.version | default .root.Chart.AppVersion) | quote }}
imagePullPolicy: {{ .root.Values.images.pullPolicy }}
{{- end }}

{{/* What every container is held to. */}}
{{- define "wardtrack.containerGuard" -}}
securityContext:
  allowPrivilegeEscalation: false
  capabilities: { drop: [ALL] }
  privileged: false
  readOnlyRootFilesystem: true
{{- end }}

{{/* Takes the root and `user`, the number of account and group in the image. */}}
{{- define "wardtrack.podGuard" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .user }}
  runAsGroup: {{ .user }}
  fsGroup: {{ .user }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.images.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- end }}

{{/* Where the pods of a component go: to different machines where there are some. Takes the root and the component. */}}
{{- define "wardtrack.placement" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "wardtrack.selector" . | nindent 8 }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Keys of the secret that are mounted, as a list. */}}
{{- define "wardtrack.secretKeys" -}}
{{- $keys := list "jwt_secret" "audit_secret" "encryption_key" "admin_password" "mongodb_uri" }}
{{- if .Values.redis.enabled }}{{ $keys = append $keys "redis_url" }}{{ end }}
{{- if .Values.kafka.username }}{{ $keys = append $keys "kafka_password" }}{{ end }}
{{- toJson $keys }}
{{- end }}
