import type { ReactNode } from 'react'
import { ChevronRight } from 'lucide-react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { administration } from '#contract/office/administration.ts'
import { settingsTexts as texts } from '#texts/office/installation-state.ts'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { useSettings } from './queries.ts'
import styles from './SettingsTable.module.css'

type Group = ReplyOf<typeof administration.settings>['groups'][number]
type Setting = Group['settings'][number]

/** Every setting of the server, read only, in groups that open. */
export function SettingsTable(): ReactNode {
  return (
    <Loaded query={useSettings()} failed={texts.loadFailed} lines={6}>
      {({ groups }) => groups.map((group) => <SettingGroup key={group.title} group={group} />)}
    </Loaded>
  )
}

function SettingGroup({ group: { title, settings } }: { group: Group }): ReactNode {
  const { columns } = texts
  return (
    <details className={styles.group}>
      <summary className={styles.head}>
        <ChevronRight aria-hidden="true" />
        <span className={styles.title}>{title}</span>{' '}
        <span className={styles.count}>
          {texts.count(settings.filter(({ isSet }) => isSet).length, settings.length)}
        </span>
      </summary>
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.value}</th>
            <th scope="col">{columns.origin}</th>
          </tr>
        </thead>
        <tbody>
          {settings.map((setting) => (
            <tr key={setting.name}>
              <th scope="row">
                <code className={styles.name}>{setting.name}</code>
                <span className={styles.does}>{setting.does}</span>
              </th>
              <td>
                <Value setting={setting} />
              </td>
              <td>
                <Badge tone={setting.isSet ? 'info' : 'neutral'}>
                  {setting.isSet ? texts.origins.set : texts.origins.unset}
                </Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function Value({ setting: { isSecret, isSet, value, meaning } }: { setting: Setting }): ReactNode {
  if (meaning !== null) return meaning
  // An address that cannot be shown without its password is treated as a secret.
  if (isSecret || value === null) {
    return (
      <>
        {isSet ? texts.secret.set : texts.secret.unset}
        {isSet && <span className={styles.does}>{texts.secretDetail}</span>}
      </>
    )
  }
  return <span className={styles.value}>{value}</span>
}
