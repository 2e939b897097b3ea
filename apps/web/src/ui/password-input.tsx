import { Input, type InputProps } from 'antd'
import { Eye, EyeOff } from 'lucide-react'

/** A password that can be shown; the switch for it is large enough to be hit. */
export const PasswordInput = (props: InputProps) => (
  <Input.Password
    {...props}
    iconRender={(visible) => (visible ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />)}
  />
)
