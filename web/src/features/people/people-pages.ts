export { PeopleListPage } from './people-list-page.tsx'
export { PeopleSearchPage } from './people-search-page.tsx'
export { PersonPage } from './person-page.tsx'
