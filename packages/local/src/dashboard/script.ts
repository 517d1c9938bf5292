/** Fills in the origin of the page. Plain JavaScript, for the browser. */
export const ORIGIN_SCRIPT = `
document.getElementById('origin').textContent = location.origin;
`;

/** Loads the last requests every two seconds. */
export const REQUESTS_SCRIPT = `
const rows = document.getElementById('requests');

function cell(text, name) {
  const td = document.createElement('td');
  td.textContent = text;
  if (name) td.className = name;
  return td;
}

async function refresh() {
  try {
    const { requests } = await (await fetch('/_local/journal?limit=20')).json();
    if (!requests.length) return;
    rows.replaceChildren(...requests.map(({ at, method, path, status, durationMs, refused }) => {
      const row = document.createElement('tr');
      const mood = status >= 400 ? 'refused' : '';
      row.append(cell(new Date(at).toLocaleTimeString()), cell(method + ' ' + path), cell(status, mood), cell(Math.round(durationMs) + ' ms'), cell(refused ?? '', mood));
      return row;
    }));
  } catch {
    // The server may be gone for a while; the next look tells.
  }
}

refresh();
setInterval(refresh, 2000);
`;
