import type { ReactNode } from 'react'
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { createRouter } from '../src/lib/router/create-router.ts'
import { RouterProvider } from '../src/lib/router/router.tsx'

const router = createRouter({ history: createMemoryHistory(), indexPath: '/home', loadPage: () => () => null })

/** A router without pages, for components with links. */
export const InMemoryRouter = ({ children }: { children: ReactNode }) => (
  <RouterProvider router={router}>{children}</RouterProvider>
)
