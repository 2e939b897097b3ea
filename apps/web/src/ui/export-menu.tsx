import { Button, Dropdown } from 'antd'
import { ChevronDown, Download } from 'lucide-react'
import { useOfflineReason } from '../lib/live/use-offline.ts'
import { type DownloadableFile, useDownloads } from '../lib/use-download.ts'
import { RunningDownload } from './running-download.tsx'

/** One of the files in the menu. */
export interface ExportChoice extends DownloadableFile {
  readonly key: string
  readonly label: string
}

interface ExportMenuProps {
  /** Verb and object: `Export devices`. */
  readonly label: string
  readonly choices: readonly ExportChoice[]
  /** Reason why the export is disabled; enabled if absent. */
  readonly disabledReason?: string
}

/** Menu that downloads one of several files, with progress and a way to cancel. */
export function ExportMenu({ label, choices, disabledReason }: ExportMenuProps) {
  const offline = useOfflineReason()
  const { start, progress, cancel } = useDownloads()
  if (progress) return <RunningDownload progress={progress} onCancel={cancel} />
  const reason = offline ?? disabledReason
  const items = choices.map((choice) => ({
    key: choice.key,
    label: choice.label,
    onClick: () => start(choice),
  }))
  return (
    <Dropdown
      autoFocus
      menu={{ items }}
      trigger={['click']}
      placement="bottomRight"
      disabled={reason !== undefined}
    >
      <Button
        disabled={reason !== undefined}
        title={reason}
        aria-haspopup="menu"
        icon={<Download size={16} strokeWidth={1.8} aria-hidden />}
      >
        {label}
        <ChevronDown size={15} aria-hidden />
      </Button>
    </Dropdown>
  )
}
