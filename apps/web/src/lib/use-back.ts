import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'

/** A browser may refuse to close a tab that it did not open for a link; then the next step is the devices page. */
const CLOSE_WAIT_MS = 300

/** Closes the tab, whatever its history. */
export function useCloseTab(): () => void {
  const navigate = useNavigate()
  return () => {
    window.close()
    setTimeout(() => void navigate('/devices'), CLOSE_WAIT_MS)
  }
}

/** The router numbers the entries of a tab's history from 0; an address that somebody typed has no number. */
const isFirstEntry = (): boolean =>
  (window.history.state as { readonly idx?: number | null } | null)?.idx === 0

/** Back in history, or closing the tab where the page was the first one in it. */
export function useBack(): { readonly label: string; readonly go: () => void } {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const close = useCloseTab()
  // Drawn again with every address: the entry it belongs to is another one then.
  useLocation()
  const first = isFirstEntry()
  return first ? { label: t('close'), go: close } : { label: t('back'), go: () => void navigate(-1) }
}
