import { Button } from 'antd'
import { Download } from 'lucide-react'
import { useOfflineReason } from '../lib/live/use-offline.ts'
import { useDownload } from '../lib/use-download.ts'
import { RunningDownload } from './running-download.tsx'

interface ExportButtonProps {
  /** The verb and what: `Export devices`. */
  readonly label: string
  /** Makes the call, as `(signal) => api.open('…', { signal })`. */
  readonly open: (signal: AbortSignal) => Promise<Response>
  /** Name of the file, unless the server gives one. */
  readonly fileName: string
  /** Why there is nothing to export; it can be exported when left out. */
  readonly disabledReason?: string
}

/** Downloads a file: how much of it has come, and a way to stop. */
export function ExportButton({ label, open, fileName, disabledReason }: ExportButtonProps) {
  const offline = useOfflineReason()
  const { start, progress, cancel } = useDownload(open, fileName)
  if (!progress)
    return (
      <Button
        onClick={start}
        disabled={(offline ?? disabledReason) !== undefined}
        title={offline ?? disabledReason}
        icon={<Download size={16} strokeWidth={1.8} aria-hidden />}
      >
        {label}
      </Button>
    )
  return <RunningDownload progress={progress} onCancel={cancel} />
}
