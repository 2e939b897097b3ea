import { useQuery } from '@tanstack/react-query'
import { messages } from '@wardtrack/contracts/messages'
import { pageAllows } from '@wardtrack/contracts/pages'
import { LockKeyhole } from 'lucide-react'
import { accessQuery } from '../../lib/access.ts'
import { useSession } from '../../lib/session/index.ts'
import { LinkButton } from './link-button.tsx'
import styles from './plain-page.module.css'
import { PlainPage } from './plain-page.tsx'

const WAYS_ON = [
  { page: 'devices', label: 'Devices' },
  { page: 'dashboard', label: 'Dashboard' },
]

/** A page that no privilege of this person opens. The way on is a page that one does. */
export function Page() {
  const signedIn = Boolean(useSession())
  const { data: access } = useQuery({ ...accessQuery(), enabled: signedIn })
  const first = WAYS_ON.find(({ page }) => access && pageAllows(access.allowedRoutes, page))
  return (
    <PlainPage
      documentTitle="Access denied"
      full={!signedIn}
      picture={
        <span className={styles.tile}>
          <LockKeyhole size={30} strokeWidth={1.8} aria-hidden />
        </span>
      }
      title={messages.accessDenied}
      text={messages.contactAdministrator}
      action={
        signedIn ? (
          first ? (
            <LinkButton to={`/${first.page}`} primary>{`Go to ${first.label}`}</LinkButton>
          ) : null
        ) : (
          <LinkButton to="/login" primary>
            Return to login
          </LinkButton>
        )
      }
    />
  )
}
