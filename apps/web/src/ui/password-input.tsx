import { Input, type InputProps } from 'antd'
import { Eye, EyeOff } from 'lucide-react'

/** Password field whose text can be shown; the switch is large enough to tap. */
export const PasswordInput = (props: InputProps) => (
  <Input.Password
    {...props}
    iconRender={(visible) => (visible ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />)}
  />
)
