import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Levels } from '@wardtrack/contracts'
import { Alert, App, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { Field } from '../../ui/field.tsx'
import { levelTitlesQuery } from '../places/index.ts'

interface TitlesDialogProps {
  readonly titles: Levels
  readonly onClose: () => void
}

/** What the levels are called wherever one is chosen: Site, Building, Floor … */
export function TitlesDialog({ titles, onClose }: TitlesDialogProps) {
  const { t } = useTranslation('hierarchy')
  const client = useQueryClient()
  const { message } = App.useApp()
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(titles)
  const [tried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: (Fields: Record<string, string>) =>
      api.call('createSettings', { body: { Type: 'Location', SubType: 'Titles', Fields } }),
    onSuccess: ({ message: said }) => {
      void client.invalidateQueries({ queryKey: levelTitlesQuery().queryKey })
      void message.success(serverText(said))
      onClose()
    },
  })
  const trimmed = Object.fromEntries(Object.entries(texts).map(([level, text]) => [level, text.trim()]))
  const submit = (): void => {
    setTried(true)
    if (Object.values(trimmed).every(Boolean)) save.mutate(trimmed)
  }
  return (
    <Modal
      open
      title={t('titles.title')}
      okText={t('titles.save')}
      onOk={submit}
      okButtonProps={{ loading: save.isPending }}
      onCancel={onClose}
      width={480}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {save.error ? (
          <Alert type="error" showIcon title={serverText(save.error.message)} role="alert" />
        ) : null}
        {Object.keys(titles).map((level) => (
          <Field
            key={level}
            label={translate('common:level', { level: level.replace('Level_', '') })}
            error={tried && !trimmed[level] ? t('titles.error') : undefined}
          >
            {(control) => (
              <Input
                {...control}
                maxLength={100}
                value={texts[level] ?? ''}
                onChange={({ target }) => setTexts({ ...texts, [level]: target.value })}
              />
            )}
          </Field>
        ))}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </Modal>
  )
}
