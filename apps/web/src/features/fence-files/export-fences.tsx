import type { RequestOf } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { ExportButton } from '../../ui/export-button.tsx'

interface ExportFencesProps {
  readonly label: string
  /** Ids of the exported geofences; all if absent. */
  readonly body: NonNullable<RequestOf<'exportGeofences'>['body']>
  readonly disabledReason?: string
}

/** Downloads geofences as GeoJSON. */
export const ExportFences = ({ label, body, ...disabled }: ExportFencesProps) => (
  <ExportButton
    label={label}
    fileName="geofences.geojson"
    open={(signal) => api.open('exportGeofences', { body, signal })}
    {...disabled}
  />
)
