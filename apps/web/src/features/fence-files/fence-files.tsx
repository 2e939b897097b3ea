import type { Geofence } from '@wardtrack/contracts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { useFileDrop } from '../../ui/file-drop.tsx'
import styles from './fence-files.module.css'
import { FenceFilesPanel } from './fence-files-panel.tsx'

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
