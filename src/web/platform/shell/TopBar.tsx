import { useState, type ComponentType, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import {
  BookOpen,
  ChartPie,
  ChevronsUpDown,
  CircleHelp,
  FolderTree,
  Keyboard,
  Landmark,
  Lock,
  LogOut,
  Map as MapIcon,
  PanelLeft,
  Puzzle,
  Rows3,
  Rows4,
  Sparkles,
  UserRound,
  Monitor,
  Moon,
  Sun,
} from 'lucide-react'
import { changelogTexts } from '#texts/platform/changelog.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { IconButton } from '#web/platform/ui/Button.tsx'
import { MenuButton, type MenuEntries } from '#web/platform/ui/Menu.tsx'
import { useMedia } from '#web/platform/ui/useMedia.ts'
import { useFooterEntries } from './footerEntries.tsx'
import { lockNow, logOut } from './leaving.ts'
import { Mark } from './Mark.tsx'
import { useMay, useSession } from './session.ts'
import styles from './TopBar.module.css'
import { uiTexts } from '#texts/platform/ui.ts'
import { useDensity } from '#web/platform/ui/useDensity.ts'
import { useTheme } from '#web/platform/ui/useTheme.ts'

/** The pages of the guide; `?from=` leads to that of another page. */
const guideAddress = '/routes/guide'

/** The dialogs of the help menu. */
export type HelpDialog = 'changelog' | 'shortcuts'

export type TopBarProps = {
  isRailShown: boolean
  onToggleRail: () => void
  onHelp: (opened: HelpDialog) => void
  /** A menu or dialog of the bar may be opened soon: prefetch. */
  onIntent: () => void
  /** The global search, passed by the page: it is another feature. */
  search: ReactNode
  /** The dialog that changes the current bank. */
  ChangeBankDialog: ComponentType<{ onClose: () => void }>
}

/** The bar of every page: product, navigation, current bank, help and the user's menu. */
export function TopBar(props: TopBarProps): ReactNode {
  const { isRailShown, onToggleRail, onHelp, onIntent, search, ChangeBankDialog } = props
  const { user, links } = useSession()
  const mayOpenBackOffice = useMay('openBackOffice')
  const navigate = useNavigate()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const cache = useQueryClient()
  const themes = useThemeEntries()
  const densities = useDensityEntries()
  const documents = useFooterEntries()
  const isNarrow = useMedia('(width < 800px)')
  const name = `${user.firstName} ${user.lastName}`.trim()
  return (
    <header className={styles.bar}>
      {mayOpenBackOffice && (
        <IconButton
          label={isRailShown ? shellTexts.hideBackOffice : shellTexts.showBackOffice}
          icon={<PanelLeft />}
          isPressed={isRailShown}
          onPress={onToggleRail}
        />
      )}
      <nav aria-label={shellTexts.mainMenu} className={styles.nav}>
        <Link to="/routes/explorer" replace className={styles.brand ?? ''}>
          <Mark />
          <span className={styles.name}>{shellTexts.product}</span>
        </Link>
        <Link
          to="/routes/explorer"
          replace
          className={styles.page ?? ''}
          aria-label={shellTexts.explorer}
          title={shellTexts.explorer}
        >
          <FolderTree aria-hidden="true" />
          <span className={styles.pageName}>{shellTexts.explorer}</span>
        </Link>
        <Link
          to="/routes/dashboard"
          replace
          className={styles.page ?? ''}
          aria-label={shellTexts.dashboard}
          title={shellTexts.dashboard}
          activeOptions={{ includeSearch: false }}
        >
          <ChartPie aria-hidden="true" />
          <span className={styles.pageName}>{shellTexts.dashboard}</span>
        </Link>
      </nav>
      {search}
      <div className={styles.end} onPointerOver={onIntent} onFocus={onIntent}>
        <BankPill ChangeBankDialog={ChangeBankDialog} />
        <MenuButton
          label={shellTexts.help}
          icon={<CircleHelp />}
          entries={[
            {
              id: 'page',
              label: shellTexts.pageHelp,
              icon: <CircleHelp />,
              href: `${guideAddress}?from=${path}`,
            },
            { id: 'guide', label: shellTexts.guideOf, icon: <BookOpen />, href: links.guide ?? guideAddress },
            {
              id: 'changelog',
              label: changelogTexts.title,
              icon: <Sparkles />,
              onAction: () => onHelp('changelog'),
            },
            links.extension !== null && {
              id: 'extension',
              label: shellTexts.extension,
              icon: <Puzzle />,
              href: links.extension,
            },
            {
              id: 'shortcuts',
              label: shellTexts.shortcuts,
              icon: <Keyboard />,
              shortcut: '?',
              onAction: () => onHelp('shortcuts'),
            },
            {
              id: 'map',
              label: shellTexts.siteMap,
              icon: <MapIcon />,
              onAction: () => void navigate({ to: '/routes/map' }),
            },
            ...documents,
          ]}
        />
        <MenuButton
          label={shellTexts.userMenu(name, shellTexts.roles[user.role])}
          icon={<UserRound />}
          entries={[
            // The bar has no room for its link.
            isNarrow && {
              id: 'dashboard',
              label: shellTexts.dashboard,
              icon: <ChartPie />,
              onAction: () => void navigate({ to: '/routes/dashboard', replace: true }),
            },
            {
              id: 'account',
              label: shellTexts.account,
              icon: <UserRound />,
              onAction: () => void navigate({ to: '/routes/account', replace: true }),
            },
            'line',
            ...themes,
            'line',
            ...densities,
            'line',
            {
              id: 'lock',
              label: shellTexts.lock,
              icon: <Lock />,
              shortcut: shellTexts.lockKeys,
              onAction: () => void lockNow(cache),
            },
            { id: 'logout', label: shellTexts.logout, icon: <LogOut />, onAction: () => void logOut(cache) },
          ]}
        >
          <span className={styles.person}>
            <span className={styles.personName}>{name}</span>{' '}
            <span className={styles.role}>{shellTexts.roles[user.role]}</span>
          </span>
        </MenuButton>
      </div>
    </header>
  )
}

/** The current bank, as a button that changes it. */
function BankPill({ ChangeBankDialog }: Pick<TopBarProps, 'ChangeBankDialog'>): ReactNode {
  const { currentBank } = useSession()
  const seesAllBanks = useMay('seeAllBanks')
  const [isChanging, setChanging] = useState(false)
  const label = currentBank?.label ?? (seesAllBanks ? shellTexts.allBanks : shellTexts.noBank)
  return (
    <>
      <button
        type="button"
        className={styles.bank}
        aria-label={shellTexts.changeBank(label)}
        aria-haspopup="dialog"
        title={label}
        onClick={() => setChanging(true)}
      >
        <Landmark aria-hidden="true" />
        <span className={styles.bankName}>{label}</span>
        <ChevronsUpDown aria-hidden="true" />
      </button>
      {isChanging && <ChangeBankDialog onClose={() => setChanging(false)} />}
    </>
  )
}

/** Returns the two heights of rows as menu entries, with the current one ticked. */
function useDensityEntries(): MenuEntries {
  const { density, choose } = useDensity()
  const icons = { comfortable: <Rows3 />, compact: <Rows4 /> }
  return (['comfortable', 'compact'] as const).map((id) => ({
    id: `density-${id}`,
    label: uiTexts.density[id],
    icon: icons[id],
    choice: { of: uiTexts.density.label, isCurrent: density === id },
    onAction: () => choose(id),
  }))
}

/** Returns the three choices as menu entries, with the current one ticked. */
function useThemeEntries(): MenuEntries {
  const { theme, choose } = useTheme()
  const icons = { system: <Monitor />, light: <Sun />, dark: <Moon /> }
  return (['system', 'light', 'dark'] as const).map((id) => ({
    id: `theme-${id}`,
    label: uiTexts.theme[id],
    icon: icons[id],
    choice: { of: uiTexts.theme.label, isCurrent: theme === id },
    onAction: () => choose(id),
  }))
}
