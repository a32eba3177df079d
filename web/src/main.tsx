import './ui/tokens.css'
import './ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createHashRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { routes } from './app/routes.tsx'
import { startApp } from './app/start.ts'
import { createQueryClient } from './platform/api/query-client.ts'
import { applyAppearance } from './platform/appearance/appearance.ts'
import { collectArrivals } from './platform/arrival/collect-arrivals.ts'

// First of all: nothing else may read an address that brings a token.
const arrivals = collectArrivals()
applyAppearance()
// The shell decides where a page stands (DESIGN §9).
window.history.scrollRestoration = 'manual'

const router = createHashRouter(routes)
const queryClient = createQueryClient()
startApp({ router, queryClient, arrivals })

const root = document.getElementById('root')
if (root === null) throw new Error('index.html holds no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
