// What every page begins with: where one is, what it is called, what one can do.

import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'

export type Breadcrumb = { readonly label: string; readonly href: string }

type PageProps = {
  readonly title: string
  /** Beside the title, as a status. */
  readonly beside?: ReactNode
  /** One sentence below it. */
  readonly lead?: ReactNode
  /** The pages above this one. */
  readonly breadcrumbs?: readonly Breadcrumb[]
  readonly actions?: ReactNode
  /** They are more than have room beside the title: they have a row of their own in every window. */
  readonly hasManyActions?: boolean
  readonly children: ReactNode
}

/** Whoever comes from another page begins at its title: readers read it, and Tab goes on from there. */
export function Page(props: PageProps) {
  const { title, beside, lead, breadcrumbs = [], actions, hasManyActions = false, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Tollgate`
  }, [title])
  useEffect(() => {
    if (arrivals.count > 0 || document.activeElement?.tagName === 'A') heading.current?.focus()
    arrivals.count += 1
  }, [])
  return (
    <Stack gap="lg" className="page">
      <header>
        {breadcrumbs.length > 0 && (
          <Breadcrumbs separatorMargin={6} mb={4} fz="sm">
            {breadcrumbs.map(({ label, href }) => (
              <Anchor key={href} component={Link} href={href} fz="sm" c="dimmed">
                {label}
              </Anchor>
            ))}
          </Breadcrumbs>
        )}
        <div className={hasManyActions ? 'pageHead' : 'pageHead withRoom'}>
          <Group gap="sm">
            <Title order={1} ref={heading} tabIndex={-1} className="pageTitle">
              {title}
            </Title>
            {beside}
          </Group>
          {lead && (
            <Text c="dimmed" maw={720}>
              {lead}
            </Text>
          )}
          {actions && (
            <Group gap="xs" className="pageActions">
              {actions}
            </Group>
          )}
        </div>
      </header>
      {children}
    </Stack>
  )
}

/** The first page does not take the focus from a browser that has just opened it. */
const arrivals = { count: 0 }
