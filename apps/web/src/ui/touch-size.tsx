import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { usePhone } from '../lib/use-media.ts'

/** Gives controls touch size on a phone, and their usual size elsewhere. */
export function TouchSize({ children }: { readonly children: ReactNode }) {
  return <ConfigProvider componentSize={usePhone() ? 'large' : 'middle'}>{children}</ConfigProvider>
}
