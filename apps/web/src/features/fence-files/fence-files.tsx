import type { Geofence } from '@wardtrack/contracts'
import { type ReactNode, useState } from 'react'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { useFileDrop } from '../../ui/file-drop.tsx'
import styles from './fence-files.module.css'
import { FenceFilesPanel } from './fence-files-panel.tsx'
import { FenceImport } from './fence-import.tsx'

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
    <div className={`${styles.page} ${isDragOver ? styles.over : ''}`} {...handlers}>
      {children((edited) => (
        <FenceFilesPanel mapId={mapId} edited={edited} onFile={setFile} />
      ))}
      {file ? <FenceImport mapId={mapId} file={file} onClose={() => setFile(undefined)} /> : null}
    </div>
  )
}
