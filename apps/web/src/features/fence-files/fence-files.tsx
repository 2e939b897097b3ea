import type { Geofence } from '@wardtrack/contracts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { useFileDrop } from '../../ui/file-drop.tsx'
import styles from './fence-files.module.css'
import { FenceFilesPanel } from './fence-files-panel.tsx'

// A file is seldom there: what becomes of it is loaded with it.
const FenceImportDialog = lazy(async () => ({
  default: (await import('./fence-import-dialog.tsx')).FenceImportDialog,
}))

interface FenceFilesProps {
  readonly mapId: string
  /** The page; what it is given stands beside the fences of the map. */
  readonly children: (panel: (edited: Geofence | undefined) => ReactNode) => ReactNode
}

/** Where fences of a map are drawn, GeoJSON files can be dropped, chosen and had. */
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
