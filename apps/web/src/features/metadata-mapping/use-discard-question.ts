import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../lib/use-confirm.ts'

/** Asks for confirmation before unsaved changes are discarded. */
export function useDiscardQuestion(): {
  setDirty: (dirty: boolean) => void
  /** continues immediately without unsaved changes, else after a confirmation */
  ask: (goOn: () => void) => void
} {
  const { t } = useTranslation('metadata-mapping')
  const confirm = useConfirm()
  const dirty = useRef(false)
  return {
    setDirty: (next) => {
      dirty.current = next
    },
    ask: (goOn) => {
      if (!dirty.current) {
        goOn()
        return
      }
      confirm({
        title: t('discard.title'),
        content: t('discard.text'),
        verb: t('discard.verb'),
        onConfirm: () => {
          dirty.current = false
          goOn()
        },
      })
    },
  }
}
