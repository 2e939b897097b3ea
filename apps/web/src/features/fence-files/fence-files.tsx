import { useQuery } from '@tanstack/react-query'
import type { Geofence } from '@wardtrack/contracts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { FileDrop, useFileDrop } from '../../ui/file-drop.tsx'
import { Panel } from '../../ui/panel.tsx'
import { fencesOfMapQuery } from '../geofences/index.ts'
import { ExportFences } from './export-fences.tsx'
import styles from './fence-files.module.css'

interface FenceFilesPanelProps {
  readonly mapId: string
  /** Geofence being edited, which can be exported alone. */
  readonly edited: Geofence | undefined
  readonly onFile: (file: File) => void
}

/** Panel to choose a file of geofences, and to export the map's geofences as a file. */
function FenceFilesPanel({ mapId, edited, onFile }: FenceFilesPanelProps) {
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

// Loaded with the first file, because files are rare.
const FenceImportDialog = lazy(async () => ({
  default: (await import('./fence-import-dialog.tsx')).FenceImportDialog,
}))

interface FenceFilesProps {
  readonly mapId: string
  /** Returns the page; the panel is shown beside the map's geofences. */
  readonly children: (panel: (edited: Geofence | undefined) => ReactNode) => ReactNode
}

/** Adds import and export of GeoJSON files to the editor of a map's geofences, by drop or choice. */
export function FenceFiles({ mapId, children }: FenceFilesProps) {
  const [file, setFile] = useState<File>()
  const offline = useOfflineReason()
  const { over: isDragOver, handlers } = useFileDrop(setFile, offline !== undefined || file !== undefined)
  return (
    <div className={isDragOver ? styles.over : ''} {...handlers}>
      {children((edited) => (
        <FenceFilesPanel mapId={mapId} edited={edited} onFile={setFile} />
      ))}
      <Suspense>
        {file ? <FenceImportDialog mapId={mapId} file={file} onClose={() => setFile(undefined)} /> : null}
      </Suspense>
    </div>
  )
}
