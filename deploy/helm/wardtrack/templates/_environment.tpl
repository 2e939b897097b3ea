{{/* Variables of the services: the chart's own, secrets as files, and the settings of the values. */}}
{{- define "wardtrack.environment" -}}
- { name: NODE_OPTIONS, value: --max-old-space-size=640 }
- { name: HOST, value: 0.0.0.0 }
- { name: PORT, value: '8080' }
- { name: WARDTRACK_DATA_DIR, value: /var/lib/wardtrack }
- { name: WARDTRACK_TRUST_PROXY, value: {{ add 1 .Values.proxiesInFront (ternary 1 0 .Values.ingress.enabled) | quote }} }
- { name: MONGODB_URI_FILE, value: /run/secrets/mongodb_uri }
- { name: JWT_SECRET_FILE, value: /run/secrets/jwt_secret }
- { name: WARDTRACK_AUDIT_SECRET_FILE, value: /run/secrets/audit_secret }
- { name: ENCRYPTION_KEY_FILE, value: /run/secrets/encryption_key }
- { name: WARDTRACK_ADMIN_PASSWORD_FILE, value: /run/secrets/admin_password }
{{- if .Values.redis.enabled }}
- { name: REDIS_URL_FILE, value: /run/secrets/redis_url }
{{- end }}
{{- if .Values.kafka.brokers }}
- { name: KAFKA_BROKERS, value: {{ .Values.kafka.brokers | quote }} }
- { name: KAFKA_REPLICATION, value: {{ .Values.kafka.replication | quote }} }
{{- end }}
{{- if .Values.kafka.username }}
- { name: KAFKA_USERNAME, value: {{ .Values.kafka.username | quote }} }
- { name: KAFKA_PASSWORD_FILE, value: /run/secrets/kafka_password }
{{- end }}
{{- if .Values.authorities.configMapName }}
- { name: NODE_EXTRA_CA_CERTS, value: /etc/wardtrack/ca.crt }
{{- end }}
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
