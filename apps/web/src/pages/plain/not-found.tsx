import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { EmptyRoom } from '../../ui/brand-mark.tsx'
import { LinkButton } from './link-button.tsx'
import { PlainPage } from './plain-page.tsx'

/** Page for unknown addresses, with the specification's sentence. Home opens devices or, without a session, login. */
export function NotFound() {
  const { t } = useTranslation('plain')
  return (
    <PlainPage
      full
      documentTitle="404"
      picture={<EmptyRoom size={88} />}
      title="404"
      text={translate('messages:pageNotFound')}
      action={
        <LinkButton to="/login" primary>
          {t('notFound.home')}
        </LinkButton>
      }
    />
  )
}
