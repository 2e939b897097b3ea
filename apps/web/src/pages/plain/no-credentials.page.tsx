import { messages } from '@wardtrack/contracts/messages'
import { KeyRound } from 'lucide-react'
import { LinkButton } from './link-button.tsx'
import styles from './plain-page.module.css'
import { PlainPage } from './plain-page.tsx'

/** Where Forgot Password and the create route lead. */
export function Page() {
  return (
    <PlainPage
      full
      documentTitle="No credentials"
      picture={
        <span className={styles.tile}>
          <KeyRound size={30} strokeWidth={1.8} aria-hidden />
        </span>
      }
      title="Ask your administrator"
      text={messages.noCredentials}
      action={
        <LinkButton to="/login" primary>
          Return to login
        </LinkButton>
      }
    />
  )
}
