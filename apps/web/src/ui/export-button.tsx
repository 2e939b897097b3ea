import { Button } from 'antd'
import { Download } from 'lucide-react'
import { useOfflineReason } from '../lib/live/use-offline.ts'
import { useDownload } from '../lib/use-download.ts'
import { RunningDownload } from './running-download.tsx'

interface ExportButtonProps {
  /** Verb and object: `Export devices`. */
  readonly label: string
  /** Makes the call, as `(signal) => api.open('…', { signal })`. */
  readonly open: (signal: AbortSignal) => Promise<Response>
  /** Name of the file, unless the server sends one. */
  readonly fileName: string
  /** Reason why the export is disabled; enabled if absent. */
  readonly disabledReason?: string
}

/** Button that downloads a file, with progress and a way to cancel. */
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
