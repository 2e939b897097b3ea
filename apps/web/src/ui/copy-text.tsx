import { App, Button, Input, type InputRef, Space } from 'antd'
import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCopy } from './use-copy.ts'

interface CopyTextProps {
  /** Name of the text: `Address for assets`. */
  readonly label: string
  readonly text: string
}

/** A text with a button that copies it. If the browser forbids copying, the text is selected. */
export function CopyText({ label, text }: CopyTextProps) {
  const { t } = useTranslation('common')
  const { message } = App.useApp()
  const field = useRef<InputRef>(null)
  const { copy } = useCopy()
  const onCopy = async (): Promise<void> => {
    if (await copy(text)) void message.success(t('copy.done'))
    else {
      field.current?.focus({ cursor: 'all' })
      void message.error(t('error.copyRefused'))
    }
  }
  return (
    <Space.Compact block>
      <Input ref={field} readOnly value={text} aria-label={label} />
      <Button
        aria-label={t('copy.of', { label })}
        onClick={() => void onCopy()}
        icon={<Copy size={16} strokeWidth={1.8} aria-hidden />}
      />
    </Space.Compact>
  )
}
