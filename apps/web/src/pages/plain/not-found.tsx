import { messages } from '@wardtrack/contracts/messages'
import { EmptyRoom } from '../../ui/brand-mark.tsx'
import { LinkButton } from './link-button.tsx'
import { PlainPage } from './plain-page.tsx'

/** Any unknown address, with the specification's sentence (1 §2). Home leads to devices or, without a session, login. */
export function NotFound() {
  return (
    <PlainPage
      full
      documentTitle="404"
      picture={<EmptyRoom size={88} />}
      title="404"
      text={messages.pageNotFound}
      action={
        <LinkButton to="/login" primary>
          Home
        </LinkButton>
      }
    />
  )
}
