import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { usePhone } from '../lib/use-media.ts'

/** Controls of the size that a finger needs on a phone, and of the usual size elsewhere. */
export function TouchSize({ children }: { readonly children: ReactNode }) {
  return <ConfigProvider componentSize={usePhone() ? 'large' : 'middle'}>{children}</ConfigProvider>
}
