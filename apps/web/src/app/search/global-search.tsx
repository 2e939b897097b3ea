import { App } from 'antd'
import { type ComponentProps, type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createEmitter } from '../../lib/create-store.ts'
import { loadTexts } from '../../lib/i18n/i18n.ts'
import type { SearchDialog } from './search-dialog.tsx'

type DialogProps = ComponentProps<typeof SearchDialog>

const openings = createEmitter()

/** Opens the search. */
export const openSearch = (): void => openings.emit()

/** Fetches the search dialog and its texts on first use. */
async function loadDialog(): Promise<ComponentType<DialogProps>> {
  const [loaded] = await Promise.all([import('./search-dialog.tsx'), loadTexts(['search'])])
  return loaded.SearchDialog
}

/** Fetches the dialog in advance. After a failure, opening the search tries again. */
export const prepareSearch = (): void => void loadDialog().catch(() => undefined)

/** Global search of the console, opened by Ctrl or Cmd and K, or by `openSearch`. */
export function GlobalSearch(context: Pick<DialogProps, 'onHelp' | 'onLogOut'>) {
  const { t } = useTranslation('shell')
  const { message } = App.useApp()
  const [Dialog, setDialog] = useState<ComponentType<DialogProps>>()
  const [open, setOpen] = useState(false)
  const show = useEffectEvent(() => {
    setOpen(true)
    if (Dialog) return
    loadDialog().then(
      (loaded) => setDialog(() => loaded),
      () => {
        setOpen(false)
        message.error(t('search.notLoaded'))
      },
    )
  })
  const toggle = useEffectEvent(() => (open ? setOpen(false) : show()))
  useEffect(() => openings.subscribe(() => show()), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isModified = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isModified || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      toggle()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return Dialog ? <Dialog open={open} onClose={() => setOpen(false)} {...context} /> : null
}
