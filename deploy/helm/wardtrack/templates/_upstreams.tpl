{{/* The gateway's upstreams.conf with the names of the cluster; `npm run check` holds it to deploy/gateway/upstreams.conf. */}}
{{- define "wardtrack.upstreams" -}}
resolver {{ .Values.gateway.resolver }} valid=5s ipv6=off;
{{- range $component, $service := .Values.services }}

upstream {{ $component }} {
  zone {{ $component }} 128k;
  server {{ include "wardtrack.name" $ }}-{{ $component }}.{{ $.Release.Namespace }}.svc.{{ $.Values.clusterDomain }}:8080 resolve max_fails=3 fail_timeout=2s;
  keepalive 64;
}
{{- end }}
{{- end }}
