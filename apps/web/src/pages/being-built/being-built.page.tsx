import { useMayOpen } from '../../lib/access.ts'
import { EmptyRoom } from '../../ui/brand-mark.tsx'
import { LinkButton } from '../plain/link-button.tsx'
import { PlainPage } from '../plain/plain-page.tsx'

/** Stands in for every page on the list in `app/pages-being-built.ts`. The way on is offered where it leads somewhere. */
export function Page() {
  const mayOpenDevices = useMayOpen('devices')
  return (
    <PlainPage
      picture={<EmptyRoom size={88} />}
      title="This page is being built"
      text="Its address is reserved and will open here once it is done."
      action={
        mayOpenDevices ? (
          <LinkButton to="/devices" primary>
            Go to Devices
          </LinkButton>
        ) : null
      }
    />
  )
}
