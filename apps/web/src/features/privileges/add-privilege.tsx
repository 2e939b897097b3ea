import { App, Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/api.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { AppField, AppForm, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import { Panel } from '../../ui/panel.tsx'
import { PageSelect } from './page-select.tsx'
import { draftErrors, type PrivilegeDraft } from './privilege-draft.ts'
import styles from './privileges.module.css'
import { PRIVILEGE_PROPOSALS } from './proposals.ts'
import { useAddPrivilege } from './use-privilege-changes.tsx'

interface AddPrivilegeProps {
  /** Initial values of the form: empty, or those of another privilege. */
  readonly initial: PrivilegeDraft
  /** Existing names, whose proposals are left out. */
  readonly taken: readonly string[]
}

/** Form for a new privilege, with proposals to start from. Its fields are cleared after adding. */
export function AddPrivilege({ initial, taken: takenNames }: AddPrivilegeProps) {
  const { t } = useTranslation(['privileges', 'messages'])
  const { message } = App.useApp()
  const adding = useAddPrivilege()
  const state = useAppForm<PrivilegeDraft>({
    initial,
    check: draftErrors,
    failureText: (cause) => (cause instanceof CallError ? serverText(cause.message) : cause.message),
    onInvalid: () => void message.error(t('messages:fillCorrectly')),
    onSubmit: async (draft) => {
      await adding.mutateAsync(draft)
      clear()
    },
  })
  const clear = (): void => state.form.setFieldsValue({ privilegeName: '', description: '', pages: [] })
  const proposals = PRIVILEGE_PROPOSALS.map(({ key, pages }) => ({
    privilegeName: t(`proposal.${key}.name`),
    description: t(`proposal.${key}.description`),
    pages,
  })).filter(({ privilegeName }) => !takenNames.includes(privilegeName))
  return (
    <Panel title={t('add.title')} className={styles.add}>
      <AppForm state={state} label={t('add.title')} className={styles.form}>
        <AppField name="privilegeName" label={t('field.name')} required>
          <Input maxLength={100} />
        </AppField>
        <AppField name="description" label={t('field.description')} required>
          <Input maxLength={500} />
        </AppField>
        <AppField name="pages" label={t('field.pages')} help={t('field.pagesHelp')}>
          <PageSelect />
        </AppField>
        <SubmitButton>{t('add.verb')}</SubmitButton>
      </AppForm>
      {proposals.length > 0 ? (
        <div className={styles.proposals}>
          <span>{t('add.proposals')}</span>
          {proposals.map((draft) => (
            <Button key={draft.privilegeName} size="small" onClick={() => state.form.setFieldsValue(draft)}>
              {draft.privilegeName}
            </Button>
          ))}
        </div>
      ) : null}
    </Panel>
  )
}
