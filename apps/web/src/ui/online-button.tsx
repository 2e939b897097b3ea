import { Button, type ButtonProps } from 'antd'
import { useOfflineReason } from '../lib/live/use-offline.ts'

/** A button that saves something: while the server is out of reach it is disabled, and its title says why. */
export function OnlineButton({ disabled = false, title, ...button }: ButtonProps) {
  const offline = useOfflineReason()
  return <Button {...button} disabled={disabled || offline !== undefined} title={offline ?? title} />
}
