import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'

/** Wait before the devices page opens instead, because a browser may refuse to close a tab that no link opened. */
const CLOSE_WAIT_MS = 300

/** Returns a function that closes the tab, whatever its history. */
export function useCloseTab(): () => void {
  const navigate = useNavigate()
  return () => {
    window.close()
    setTimeout(() => void navigate('/devices'), CLOSE_WAIT_MS)
  }
}

/**
 * True if the page is the first of its tab. The router numbers history entries from 0; a typed address has no number.
 */
const isFirstEntry = (): boolean =>
  (window.history.state as { readonly idx?: number | null } | null)?.idx === 0

/** Returns the back action: back in the history, or closing the tab if the page is its first. */
export function useBack(): { readonly label: string; readonly go: () => void } {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const close = useCloseTab()
  // Renders again with every address, because the history entry changes.
  useLocation()
  const first = isFirstEntry()
  return first ? { label: t('close'), go: close } : { label: t('back'), go: () => void navigate(-1) }
}
