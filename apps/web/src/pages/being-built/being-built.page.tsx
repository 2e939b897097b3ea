import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { EmptyRoom } from '../../ui/brand-mark.tsx'
import { LinkButton } from '../plain/link-button.tsx'
import { PlainPage } from '../plain/plain-page.tsx'

/** Stands in for every page on the list in `app/pages-being-built.ts`. The next step is offered where it leads somewhere. */
export function Page() {
  const { t } = useTranslation('plain')
  const mayOpenDevices = useMayOpen('devices')
  return (
    <PlainPage
      picture={<EmptyRoom size={88} />}
      title={t('beingBuilt.title')}
      text={t('beingBuilt.text')}
      action={
        mayOpenDevices ? (
          <LinkButton to="/devices" primary>
            {t('goToDevices')}
          </LinkButton>
        ) : null
      }
    />
  )
}
