# Functions of install.sh and rollback.sh. Sourced, not run.

fail() {
  echo "wardtrack: $*" >&2
  exit 1
}

# Prints the value of a setting in the settings file, or the given default.
setting() {
  value=$(sed -n "s/^$1=//p" "$base/settings.env" 2>/dev/null | tail -n 1)
  echo "${value:-$2}"
}

# Points a link at a release in one step, so that a start meanwhile finds the old or the new release.
point() {
  ln -sfn "releases/$2" "$base/$1.new"
  mv -T "$base/$1.new" "$base/$1"
}

release_of() {
  [ -L "$base/$1" ] && basename "$(readlink "$base/$1")" || true
}

has_service() {
  [ "$service" = yes ] && [ -e /etc/systemd/system/wardtrack.service ]
}

start_service() {
  [ "$service" = yes ] || return 0
  systemctl daemon-reload
  systemctl start wardtrack
}

stop_service() {
  ! has_service || systemctl stop wardtrack
}

# Waits until the product serves on the address of its settings.
is_ready() {
  host=$(setting HOST 127.0.0.1)
  [ "$host" != 0.0.0.0 ] || host=127.0.0.1
  node -e '
    const [url, seconds] = process.argv.slice(1)
    const until = Date.now() + seconds * 1000
    const ask = () => fetch(url).then((r) => r.ok, () => false).then((ok) => {
      if (ok) process.exit(0)
      if (Date.now() > until) process.exit(1)
      setTimeout(ask, 500)
    })
    ask()
  ' "http://$host:$(setting PORT 8080)/health/ready" "${1:-60}"
}
