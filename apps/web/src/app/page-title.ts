import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { usePageText } from '../lib/language.ts'
import { readMatrix } from '../lib/matrix-url.ts'
import { routeOf } from './routes.ts'

/** Title and help text of the page that is open, by its last URL segment. */
export function usePageHeading(): { title: string; help: string } {
  const { t } = useTranslation('shell')
  const { pathname, search } = useLocation()
  const text = usePageText(routeOf(pathname)?.titleKey ?? '')
  const type = readMatrix(pathname).parameters.type ?? new URLSearchParams(search).get('type')
  // An address that names a type titles its page after it.
  const title = type ? t('detailTitle', { type }) : (text?.title ?? '')
  return { title, help: text?.help ?? '' }
}
