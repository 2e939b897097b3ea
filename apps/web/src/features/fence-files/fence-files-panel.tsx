import { useQuery } from '@tanstack/react-query'
import type { Geofence } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Panel } from '../../ui/panel.tsx'
import { fencesOfMapQuery } from '../geofences/index.ts'
import { ExportFences } from './export-fences.tsx'
import styles from './fence-files.module.css'

interface FenceFilesPanelProps {
  readonly mapId: string
  /** The fence that is being changed: it can be had alone. */
  readonly edited: Geofence | undefined
  readonly onFile: (file: File) => void
}

/** Where a file of fences is chosen, and the fences of the map are had as one. */
export function FenceFilesPanel({ mapId, edited, onFile }: FenceFilesPanelProps) {
  const { t } = useTranslation('fence-files')
  const offline = useOfflineReason()
  const { data: fences = [] } = useQuery(fencesOfMapQuery(mapId))
  return (
    <Panel title={t('title')}>
      <div className={styles.panel}>
        <FileDrop
          label={t('choose')}
          hint={offline ?? t('drop')}
          accept=".geojson,.json,application/geo+json,application/json"
          disabled={offline !== undefined}
          error={undefined}
          onFile={onFile}
        />
        <div className={styles.exports}>
          <ExportFences
            label={t('exportMap')}
            body={{ MapId: mapId }}
            {...(fences.length === 0 ? { disabledReason: t('nothing') } : {})}
          />
          {edited ? (
            <ExportFences label={t('exportOne', { name: edited.Name })} body={{ ids: [edited._id] }} />
          ) : null}
        </div>
      </div>
    </Panel>
  )
}
