#!/usr/bin/env bash
# install.sh FOLDER: scrcpy as Debian builds it, with the libraries it was built for, in a folder of its own.
set -euo pipefail
folder=$(realpath -m "$1")
version=4.1-1
installed="scrcpy $version"
[ "$(cat "$folder/.installed" 2>/dev/null)" != "$installed" ] || exit 0
for needed in apt-get dpkg-deb curl; do
  command -v "$needed" >/dev/null || { echo "needs $needed" >&2 && exit 1; }
done
rm -rf "$folder"
mkdir -p "$folder"/{bin,root} "$folder"/apt/{etc/apt/{apt.conf.d,preferences.d},var/lib/{dpkg,apt/lists/partial},var/cache/apt/archives/partial}
touch "$folder/apt/var/lib/dpkg/status"

apt() {
  apt-get -q -o Dir="$folder/apt" -o Dir::State::status="$folder/apt/var/lib/dpkg/status" -o APT::Sandbox::User=root \
    -o APT::Install-Recommends=false -o Acquire::Check-Valid-Until=false "$@"
}

keyring=/usr/share/keyrings/debian-archive-keyring.gpg
# packages ARCHIVE: what scrcpy needs, as addresses. Graphics drivers are left out: nothing is ever drawn.
packages() {
  echo "deb [signed-by=$keyring] $1 sid main contrib" >"$folder/apt/etc/apt/sources.list"
  apt update >/dev/null 2>&1 || return 1
  apt -y --print-uris install "scrcpy=$version*" 2>/dev/null | sed -n "s/^'\([^']*\)'.*/\1/p" |
    grep -vE '/(libllvm|libz3|mesa-|glycin-)[^/]*$' >"$folder/packages" || return 1
}
# The archive that this machine installs from.
archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m1 '/debian/*$' || true)
packages "${archive%/}" || {
  echo "Debian's archive has no scrcpy $version within reach" >&2
  exit 1
}
# The server is not in that package: this is the newest that Debian carries. Nothing here can run either.
server=scrcpy-server_1.17-1_all.deb
echo "${archive%/}/pool/main/s/scrcpy/$server" >>"$folder/packages"
mkdir "$folder/debs"
(cd "$folder/debs" && sed 's/.*/url = "&"\nremote-name/' ../packages | curl -sSf --no-progress-meter --retry 2 --parallel --parallel-max 8 --config -)
echo "0f3f2458476d49d8bc466d06ad02e44774aadcf25d16164a1fa8b65e27939b0b  $folder/debs/$server" | sha256sum --quiet --check
for package in "$folder"/debs/*.deb; do
  dpkg-deb --fsys-tarfile "$package" | tar -x -C "$folder/root" --exclude='./usr/share/doc' --exclude='./usr/share/locale'
done
rm -rf "$folder"/{debs,apt,packages}

loader=$(ls "$folder"/root/usr/lib/*/ld-linux*.so.* | head -n1)
libraries=$(dirname "$loader")
cat >"$folder/bin/scrcpy" <<END
#!/bin/sh
export SCRCPY_SERVER_PATH="\${SCRCPY_SERVER_PATH:-$folder/root/usr/share/scrcpy/scrcpy-server}"
exec "$loader" --library-path "$libraries:$libraries/pulseaudio:$libraries/blas:$libraries/lapack" "$folder/root/usr/bin/scrcpy" "\$@"
END
chmod +x "$folder/bin/scrcpy"
"$folder/bin/scrcpy" --version >/dev/null
echo "$installed" >"$folder/.installed"
