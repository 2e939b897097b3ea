import { App, Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { serverText } from '../../lib/i18n/server-text.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { PRIVILEGE_PROPOSALS, useAddPrivilege } from '../privileges/index.ts'
import styles from './setup-guide.module.css'

type ProposalKey = (typeof PRIVILEGE_PROPOSALS)[number]['key']

/** Always included, because the user who adds the first privilege gets it. */
const FIRST: ProposalKey = 'administer'

/** Adds proposed privileges, and continues with the setup steps that need them. */
export function FirstPrivileges() {
  const { t } = useTranslation(['setup', 'privileges'])
  const { message } = App.useApp()
  const navigate = useNavigate()
  const adding = useAddPrivilege()
  const [chosen, setChosen] = useState<readonly ProposalKey[]>(() =>
    PRIVILEGE_PROPOSALS.map(({ key }) => key),
  )
  const add = async (): Promise<void> => {
    try {
      for (const { key, pages } of PRIVILEGE_PROPOSALS.filter((proposal) => chosen.includes(proposal.key)))
        await adding.mutateAsync({
          privilegeName: t(`privileges:proposal.${key}.name`),
          description: t(`privileges:proposal.${key}.description`),
          pages,
        })
      void navigate('/admin-config/first-run')
    } catch (cause) {
      void message.error(serverText(cause instanceof Error ? cause.message : String(cause)))
    }
  }
  return (
    <div className={styles.proposals}>
      <Checkbox.Group
        value={[...chosen]}
        onChange={(keys) => setChosen(keys)}
        options={PRIVILEGE_PROPOSALS.map(({ key }) => ({
          value: key,
          disabled: key === FIRST,
          label: (
            <>
              <strong>{t(`privileges:proposal.${key}.name`)}</strong>{' '}
              {t(`privileges:proposal.${key}.description`)}
            </>
          ),
        }))}
      />
      <OnlineButton type="primary" loading={adding.isPending} onClick={() => void add()}>
        {t('step.privilege.action')}
      </OnlineButton>
    </div>
  )
}
