import { Menu, Text, UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { WhoAmI } from '../../api/account.ts'
import { ownAddress } from '../addresses.ts'
import { callServer } from '../callServer.ts'
import { Icon } from '../components/icon.tsx'
import { useWords } from '../language.tsx'
import { pagesFor } from '../pages.ts'
import { pageNames } from '../words/pageNames.ts'
import { shellWords } from '../words/shell.ts'
import { forgetOrders } from './recentOrders.ts'

type UserMenuProps = { readonly who: WhoAmI; readonly onShortcuts: () => void }

/** Who is signed in, and what they can set for themselves. */
export function UserMenu({ who, onShortcuts }: UserMenuProps) {
  const [say, name] = [useWords(shellWords), useWords(pageNames)]
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const signOut = async () => {
    forgetOrders()
    await callServer('signOut', {}).catch(() => undefined)
    // Nothing of what they saw stays in the page.
    queries.clear()
    location.assign('/console')
  }
  return (
    <Menu position="top-start" width={240} shadow="lg">
      <Menu.Target>
        <UnstyledButton className="userButton">
          <span className="userMark" aria-hidden="true">
            {who.name.slice(0, 1).toUpperCase()}
          </span>
          <span className="userName">
            <Text span size="sm" fw={600} truncate>
              {who.name}
            </Text>
            <Text span size="xs" truncate className="userRole">
              {say(`role${who.role}`)}
            </Text>
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {pagesFor(who).own.map(({ path, name: pageName }) => (
          <Menu.Item key={path} onClick={() => navigate(ownAddress(path))}>
            {name(pageName)}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<Icon name="keyboard" />} onClick={onShortcuts}>
          {say('shortcuts')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="out" />} onClick={() => void signOut()}>
          {say('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
