import type { RequestOf } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { ExportButton } from '../../ui/export-button.tsx'

interface ExportFencesProps {
  readonly label: string
  /** Which fences; all when it names none. */
  readonly body: NonNullable<RequestOf<'exportGeofences'>['body']>
  readonly disabledReason?: string
}

/** Downloads fences as GeoJSON. */
export const ExportFences = ({ label, body, ...disabled }: ExportFencesProps) => (
  <ExportButton
    label={label}
    fileName="geofences.geojson"
    open={(signal) => api.open('exportGeofences', { body, signal })}
    {...disabled}
  />
)
