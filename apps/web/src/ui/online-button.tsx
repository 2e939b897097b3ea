import { Button, type ButtonProps } from 'antd'
import { useOfflineReason } from '../lib/live/use-offline.ts'

/** Button that saves. While the server is unreachable, it is disabled and its title gives the reason. */
export function OnlineButton({ disabled = false, title, ...button }: ButtonProps) {
  const offline = useOfflineReason()
  return <Button {...button} disabled={disabled || offline !== undefined} title={offline ?? title} />
}
