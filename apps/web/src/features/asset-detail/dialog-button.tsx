import { Plus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { OnlineButton } from '../../ui/online-button.tsx'

interface DialogButtonProps {
  readonly label: string
  /** Returns the dialog, which may load first. It is shown until it calls `close`. */
  readonly dialog: (close: () => void) => ReactNode
}

/** Button in a panel's head that opens a dialog to add an entry. */
export function DialogButton({ label, dialog }: DialogButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <OnlineButton size="small" icon={<Plus size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {label}
      </OnlineButton>
      <Suspense fallback={null}>{open ? dialog(() => setOpen(false)) : null}</Suspense>
    </>
  )
}
