import { Button } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router'

interface LinkButtonProps {
  readonly to: string
  readonly children: string
  readonly primary?: boolean
}

/** Link that looks like a button: it can be opened in a new tab, and screen readers announce a link. */
export function LinkButton({ to, children, primary = false }: LinkButtonProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLElement>(to)
  return (
    <Button type={primary ? 'primary' : 'default'} size="large" href={href} onClick={follow}>
      {children}
    </Button>
  )
}
